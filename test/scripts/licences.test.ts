// The licence notices of bundles: made from the modules in them, and in the viewer and the report.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { licencesOf, packagesOf } from '../../scripts/licences.mjs';
import { reportScript } from '../../src/cli/report/page.generated.ts';

const root = new URL('../../', import.meta.url);

function licenceOf(name: string): string {
  for (const file of ['LICENSE', 'LICENSE.md']) {
    try {
      return readFileSync(new URL(`node_modules/${name}/${file}`, root), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim();
    } catch {}
  }
  throw new Error(`no licence of ${name}`);
}

describe('licence notices', () => {
  it.each(['three', 'uplot', 'lil-gui', 'robust-predicates', 'meshoptimizer'])(
    'of the viewer have the text of %s',
    (name) => {
      const notices = readFileSync(new URL('dist/viewer/licences.txt', root), 'utf8');
      const { version } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8'));
      expect(notices).toContain(`\n${name} ${version} (`);
      expect(notices).toContain(licenceOf(name));
    },
  );

  it('of the viewer have the text of the licence that the decoder of Draco names', () => {
    const notices = readFileSync(new URL('dist/viewer/licences.txt', root), 'utf8');
    expect(notices).toContain('draco3dgltf 1.5.7 (Apache-2.0)\n\nFrom git+https://github.com/google/draco.git\n\n');
    expect(notices).toContain(readFileSync(new URL('scripts/licences/Apache-2.0.txt', root), 'utf8').trim());
  });

  it('of the viewer have no package that it does not include', () => {
    const notices = readFileSync(new URL('dist/viewer/licences.txt', root), 'utf8');
    expect(notices).not.toMatch(/^(vite|rolldown|commander|typescript|@gltf-transform\/core) \d/m);
  });

  it('of the report are in its script', () => {
    expect(reportScript.startsWith('/*\nThis page includes:\n\nthree ')).toBe(true);
    expect(reportScript.split('*/')[0]).toContain(licenceOf('three'));
  });
});

describe('licencesOf', () => {
  const folder = mkdtempSync(join(tmpdir(), 'graze-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function put(name: string, ...files: readonly string[]): string {
    return putWith(name, { license: 'MIT' }, ...files);
  }

  function putWith(name: string, fields: object, ...files: readonly string[]): string {
    const path = join(folder, 'node_modules', ...name.split('/'));
    mkdirSync(join(path, 'dist'), { recursive: true });
    writeFileSync(join(path, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...fields }));
    for (const file of files) writeFileSync(join(path, file), `${file} of ${name}\r\n`);
    return path;
  }

  it('takes each package once, whatever its modules are', () => {
    const plain = put('plain', 'LICENSE', 'README.md');
    const scoped = put('@scope/inner', 'Licence.txt', 'NOTICE');
    const nested = put('plain/node_modules/deep', 'COPYING');
    const modules = [
      `${plain}/dist/a.js`,
      `\0${plain}/dist/b.js?commonjs`,
      `${scoped}/dist/c.js`,
      `${nested}/d.js`,
      join(folder, 'src/own.ts'),
      '\0rolldown/runtime.js',
    ];
    expect(packagesOf(modules)).toEqual([scoped, plain, nested].sort());
    const rule = `\n\n${'-'.repeat(80)}\n\n`;
    expect(licencesOf(modules).split(rule)).toEqual([
      '@scope/inner 1.2.3 (MIT)\n\nLicence.txt of @scope/inner\n\nNOTICE of @scope/inner',
      'plain 1.2.3 (MIT)\n\nLICENSE of plain',
      'plain/node_modules/deep 1.2.3 (MIT)\n\nCOPYING of plain/node_modules/deep',
    ]);
  });

  it('takes the known text of a licence that a package only names, and where it is from', () => {
    const bare = putWith('named', { license: 'Apache-2.0', repository: { url: 'there' } }, 'README.md');
    const notice = licencesOf([`${bare}/dist/a.js`]);
    expect(notice).toMatch(/^named 1\.2\.3 \(Apache-2\.0\)\n\nFrom there\n\nApache License\n/);
  });

  it('ends the build where a package has no text', () => {
    const bare = put('bare', 'README.md');
    expect(() => licencesOf([`${bare}/dist/a.js`])).toThrow('bare 1.2.3 is in a bundle, but has no text');
  });
});
