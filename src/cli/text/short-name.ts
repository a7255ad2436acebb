// Names come from files of strangers and may be as long as these. In text for people, the middle of a
// long one is left out, so that it cannot push everything else off the screen.

/** The most characters of a name. */
const MOST = 96;

/** Returns the name, shortened if it is long: its beginning and, as of a path, its end stay. */
export function shortName(name: string): string {
  const characters = name.length > MOST ? Array.from(name) : [];
  if (characters.length <= MOST) return name;
  const half = MOST / 2 - 1;
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}
