// All files of the pages in one folder, as the server serves them: shared ones and those of each game.

import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The games whose texts are complete in every language. Others may have as much of a language as they like. */
const COMPLETE = ['battletech', 'connect-four', 'desconecta4', 'dragon-slayer', 'tron', 'vindinium'];

const crates = fileURLToPath(new URL('../../crates', import.meta.url));
const homes = ['server', ...readdirSync(join(crates, 'games')).map((game) => join('games', game))].map((home) => join(crates, home));
const folder = mkdtempSync(join(tmpdir(), 'boardbots-pages-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** The names in a folder; none if the folder does not exist. */
function names(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** The texts that games share, and those of each game: `{ name, complete, texts }`, `texts` by the languages there are. */
export const PARTS = homes.map((home) => {
  const name = basename(home), path = join(home, 'lang');
  const texts = names(path).map((file) => [parse(file).name, JSON.parse(readFileSync(join(path, file), 'utf8'))]);
  return { name, complete: ['server', ...COMPLETE].includes(name), texts: Object.fromEntries(texts) };
});

for (const path of homes.map((home) => join(home, 'pages'))) {
  for (const name of names(path)) copyFileSync(join(path, name), join(folder, name));
}
for (const code of new Set(PARTS.flatMap(({ texts: of }) => Object.keys(of)))) {
  // A text that a language lacks is English.
  const all = ['en', code].flatMap((one) => PARTS.map(({ texts: of }) => of[one]));
  writeFileSync(join(folder, `lang_${code}.json`), JSON.stringify(Object.assign({}, ...all)));
}

/** The folder, as an address that ends with a slash. */
export const ASSETS = pathToFileURL(`${folder}/`);

/** The module in a file. */
export const load = (name) => import(new URL(name, ASSETS));

/** The texts in a language. */
export const texts = (code) => JSON.parse(readFileSync(new URL(`lang_${code}.json`, ASSETS), 'utf8'));
