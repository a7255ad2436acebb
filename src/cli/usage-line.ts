// What commander has to say about wrong arguments, as one line that also tells what to do.
import type { Command, CommanderError } from 'commander';

export function usageLine(graze: Command, { code, message }: CommanderError): string {
  const command = graze.commands.find((one) => one.name() === process.argv[2]) ?? graze;
  const name = command === graze ? 'graze' : `graze ${command.name()}`;
  const text = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const help = `${name} --help tells more.`;
  // A suggestion or a reason ends the message: it tells what to do.
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
