// Finds the browser of this machine for the tests: CHROMIUM_PATH, then names on PATH, then the
// usual places. Never a downloaded build.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const MAC_APPLICATIONS = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
const WINDOWS_PROGRAMS = [
  'Chromium/Application/chrome',
  'Google/Chrome/Application/chrome',
  'Microsoft/Edge/Application/msedge',
];

export function findChromium(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const { CHROMIUM_PATH: given } = env;
  if (given && !isProgram(given)) throw new Error(`CHROMIUM_PATH is ${given}, which is no program.`);
  return given || [...onPath(env), ...usualPlaces(env, platform)].find(isProgram);
}

function onPath({ PATH = '' }: NodeJS.ProcessEnv): string[] {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function usualPlaces(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    const folders = ['/Applications', join(env.HOME ?? '', 'Applications')];
    return MAC_APPLICATIONS.flatMap((name) =>
      folders.map((folder) => join(folder, `${name}.app/Contents/MacOS`, name)),
    );
  }
  if (platform !== 'win32') return [];
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
    (folder) => folder !== undefined,
  );
  return WINDOWS_PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, `${name}.exe`)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
