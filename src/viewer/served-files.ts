// The files that were named on the command line, from the server of `graze view`.

/** Returns the files in their order; none if another server serves the page. */
export async function servedFiles(): Promise<File[]> {
  const list = await fetch('files.json');
  if (!list.ok) return [];
  const names = (await list.json()) as string[];
  return Promise.all(names.map(async (name, i) => new File([await bytesOf(name, i)], name)));
}

async function bytesOf(name: string, i: number): Promise<Blob> {
  const answer = await fetch(`files/${i}`);
  if (!answer.ok) throw new Error(`${name}: it cannot be read any more; is it still there?`);
  return answer.blob();
}
