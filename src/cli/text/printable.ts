// Names come from files of strangers. On a terminal, control characters in them could move the
// cursor, hide text or set the title, so they are printed as what they are.

/**
 * Control characters of ASCII and of Latin-1 (among them the one-byte CSI), separators of lines,
 * and characters that turn the direction of text.
 */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Returns one line of text in which control characters are visible: ESC as \x1b. */
export function printable(line: string): string {
  return line.replace(CONTROL, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${hexadecimal(code, 2)}` : `\\u${hexadecimal(code, 4)}`;
  });
}

/**
 * Returns JSON of the same meaning in which strings hold no control characters. JSON itself escapes
 * those of ASCII alone; line feeds between its tokens stay.
 */
export function printableJson(json: string): string {
  return json.replace(CONTROL, (character) =>
    character === '\n' ? character : `\\u${hexadecimal(character.charCodeAt(0), 4)}`,
  );
}

function hexadecimal(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
