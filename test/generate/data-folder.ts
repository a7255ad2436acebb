// Real data that is no part of the project: the folder GRAZE_DATA, by default ../shared/data beside the project. It may be missing;
// then tests that need it are visibly skipped.
import { fileURLToPath } from 'node:url';

export const dataFolder: string =
  process.env.GRAZE_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
