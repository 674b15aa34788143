import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';

// openapi-typescript writes with a compiler that can be called as a library. The one that we compile with cannot; ts-morph brings one.
const library = `import { createRequire } from 'node:module';
  export default createRequire(${JSON.stringify(import.meta.url)})('@ts-morph/common').ts;`;
const url = `data:text/javascript,${encodeURIComponent(library)}`;
registerHooks({ resolve: (name, context, next) => (name === 'typescript' ? { url, shortCircuit: true } : next(name, context)) });
const { default: openapiTypes, astToString } = await import('openapi-typescript');

/** `generate.ts DOCUMENT TYPES`: writes the types of an OpenAPI document, as anybody who generates a client of ours gets them. */
const [document, types] = process.argv.slice(2);
if (!document || !types) throw new TypeError('Give the document and the file to write.');
await writeFile(types, astToString(await openapiTypes(await readFile(document, 'utf8'))));
