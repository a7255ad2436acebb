// Turns commander's messages about wrong arguments into one line that also says what to do.
import type { Command, CommanderError } from 'commander';

/** Returns the line for standard error. */
export function usageLine(graze: Command, { code, message }: CommanderError): string {
  const command = graze.commands.find((one) => one.name() === process.argv[2]) ?? graze;
  const name = command === graze ? 'graze' : `graze ${command.name()}`;
  const text = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const help = `${name} --help tells more.`;
  // A suggestion or a reason at the end of the message says what to do.
  if (/[?.]\)?$/.test(text)) return text;
  switch (code) {
    case 'commander.help':
      return `name a command: ${commandNames(graze)}; ${help}`;
    case 'commander.unknownCommand':
      return `${text}; there are ${commandNames(graze)}.`;
    case 'commander.unknownOption':
      return `${text}; there are ${command.options.map(({ long }) => long).join(', ')}.`;
    default:
      return `${text}; ${help}`;
  }
}

function commandNames(graze: Command): string {
  return graze.commands.map((one) => one.name()).join(', ');
}
