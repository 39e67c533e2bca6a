// All files of the pages in one folder, as the server serves them: shared ones and those of each game.

import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const crates = fileURLToPath(new URL('../../crates', import.meta.url));
const games = readdirSync(join(crates, 'games')).map((game) => join(crates, 'games', game));
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

for (const path of [join(crates, 'server/pages'), ...games.map((game) => join(game, 'pages'))]) {
  for (const name of names(path)) copyFileSync(join(path, name), join(folder, name));
}
const words = {};
for (const path of [join(crates, 'server/lang'), ...games.map((game) => join(game, 'lang'))]) {
  for (const name of names(path)) words[name] = { ...words[name], ...JSON.parse(readFileSync(join(path, name), 'utf8')) };
}
for (const [name, texts] of Object.entries(words)) writeFileSync(join(folder, `lang_${name}`), JSON.stringify(texts));

/** The folder, as an address that ends with a slash. */
export const ASSETS = pathToFileURL(`${folder}/`);

/** The module in a file. */
export const load = (name) => import(new URL(name, ASSETS));

/** The texts in a language. */
export const texts = (code) => JSON.parse(readFileSync(new URL(`lang_${code}.json`, ASSETS), 'utf8'));
