import { cyclesOf, folderCyclesOf } from './cycles.ts';
import { misplacedPrimaries } from './form-buttons.ts';
import type { Graph, Import, Source } from './graph.ts';
import { heightOf, order } from './order.ts';
import { loadersWithoutPermission, untypedAddresses } from './pages.ts';
import { handWrittenColumns } from './row-types.ts';
import { isWeb, otherWaysOut, wayOut } from './ways-out.ts';

/** A rule returns one line for each violation. */
export type Rule = (graph: Graph) => string[];

export const rules: Record<string, Rule> = {
  'platform imports nothing of ours': eachImport(
    ({ path }) => inside(path, 'platform'),
    ({ target, own }) => own && !inside(target, 'platform') && target !== 'db/tables.ts',
  ),
  'a connector imports the contract, the HTTP core and its own folder': eachImport(
    ({ path }) => /^connectors\/(?!(?:http|apart)\/)[^/]+\//.test(path),
    ({ target, own }, { path }) =>
      own && !inside(target, folderOf(path, 2)) && !/^connectors\/(contract\.ts|http\.ts|http\/.+)$/.test(target),
  ),
  'the connectors know nothing of the product': eachImport(
    ({ path }) => inside(path, 'connectors'),
    ({ target, own }) => own && !inside(target, 'connectors') && !inside(target, 'platform'),
  ),
  'the product never knows that it talks to a sandbox, nor the sandbox the product': eachImport(
    ({ path }) => /^(app|connectors|platform|sandbox)\//.test(path),
    ({ target, own }, { path }) => own && inside(target, 'sandbox') !== inside(path, 'sandbox'),
  ),
  'a feature never uses another one’s pages, widgets or api': eachImport(
    ({ path }) => /^app\/[^/]+\//.test(path),
    ({ target, own }, { path }) =>
      own && /^app\/(?!ui\/|screens\/shell\/)[^/]+\//.test(target) && featureOf(target) !== featureOf(path) && isPrivate(target),
  ),
  'a widget imports contracts, rules, ui and widgets': eachImport(
    (source) => isWidget(source) || inside(source.path, 'app/ui'),
    ({ target, own }) => own && /\/(queries|commands|api|jobs)\.ts$|-page\.tsx$/.test(target),
  ),
  'what a widget reaches runs in a browser': (graph) => reach(graph, isWidget, isServerOnly),
  'code that runs without a build reaches no page and no style': (graph) =>
    reach(
      graph,
      ({ path }) => runsAsIs.test(path),
      ({ target, own }) => own && /\.(tsx|css)$/.test(target),
    ),
  // What they ask for a person is asked in connectors/apart/process.ts, which is started and not imported.
  'the web process reaches no other system itself': (graph) => reach(graph, isWeb(graph), ({ target }) => target === wayOut),
  'nobody else opens a connection to another system': otherWaysOut,
  'nobody but platform/tenant.ts reaches the connection pool': (graph) =>
    products(graph)
      .filter(({ path }) => path !== 'platform/tenant.ts' && path !== 'platform/db.ts')
      .filter(({ text }) => /\b(?:database|db)\.pool\b|\{\s*pool\s*[,}]\s*.*=\s*database\b/.test(text))
      .map(({ path }) => `${path} takes a connection from the pool`),
  'nobody but app/shared/outbox writes to the outbox': (graph) =>
    products(graph)
      .filter(
        ({ path, text }) => /^app\/(?!shared\/outbox\/)/.test(path) && /\b(?:insert\s+into|update|delete\s+from)\s+outbox\b/i.test(text),
      )
      .map(({ path }) => `${path} writes to the outbox`),
  'the database driver is used by the platform and the queue alone': eachImport(
    ({ path }) => /^(app|connectors)\//.test(path) && !driverUsers.includes(path),
    ({ target, typeOnly }) => target === 'pg' && !typeOnly,
  ),
  'a connection whose end nobody hears of would end the process: platform/steady.ts opens it, or is given the pool': (graph) =>
    [...graph.values()]
      .filter(({ path }) => !inside(path, 'bench') && !inside(path, 'test/boundaries') && path !== 'platform/steady.ts')
      .filter(({ text }) => opensConnection.test(text.replace(givenToSteady, '')))
      .map(({ path }) => `${path} opens a connection of its own`),
  'what widgets read is the page’s own: the hooks that read are those of app/ui/hooks/use-query.ts': (graph) =>
    products(graph)
      .filter(({ path, text }) => path !== 'app/ui/hooks/use-query.ts' && /\{[^}]*\buse\w+[^}]*\} from '@tanstack\/react-query'/.test(text))
      .map(({ path }) => `${path} reads without a client`),
  'every loader says who may load it': loadersWithoutPermission,
  'the address of a page is typed': untypedAddresses,
  'the type of a column comes from its table': handWrittenColumns,
  'the primary button is the last of its form or dialog, at the right': misplacedPrimaries,
  'nobody but app/shared/issues/commands.ts writes issues': (graph) =>
    products(graph)
      .filter(({ path }) => /^(app|connectors|platform)\//.test(path) && path !== 'app/shared/issues/commands.ts')
      .filter(({ text }) => writesIssues.test(text))
      .map(({ path }) => `${path} writes the table of issues`),
  'a folder imports only from those below it': eachImport(
    ({ path }) => heightOf(path) !== undefined,
    ({ target, own }, { path }) => own && (heightOf(target) ?? 0) > (heightOf(path) ?? 0),
  ),
  'every folder of the product has a place in the order': (graph) =>
    [...graph.keys()]
      .filter((path) => /^app\/[^/]+\//.test(path) && heightOf(path) === order.length - 1)
      .map((path) => `${path} is in no folder of test/boundaries/order.ts`),
  'no cycles': (graph) => cyclesOf(graph).map((cycle) => cycle.join(' → ')),
  'no circles of folders': (graph) =>
    folderCyclesOf(new Map(products(graph).flatMap((source) => (inside(source.path, 'app') ? [[source.path, source]] : [])))).map((cycle) =>
      cycle.join(' → '),
    ),
  'no folder shows more than twenty entries': (graph) =>
    [...entriesOf(graph)].filter(([, { size }]) => size > 20).map(([folder, { size }]) => `${folder} shows ${size} entries`),
  'no barrels': (graph) =>
    [...graph.values()].filter(({ text, imports }) => imports.length > 0 && isBarrel(text)).map(({ path }) => `${path} only passes on`),
  'no drawer for everything': (graph) =>
    [...graph.keys()].filter((path) => /(^|\/|-)(utils?|helpers?|common|lib|service|manager|misc)(\/|\.|-)/.test(path)),
};

/** The files that use PostgreSQL outside a tenant's transactions: the job queue (as owner) and sign-in (under its role). */
const driverUsers = ['app/worker.ts', 'app/people/accounts/people/directory.ts'];
const opensConnection = /\bnew (?:pg\.(?:Pool|Client)|QueuePool)\(/;
const givenToSteady = /\bsteadyPool\(\s*new [\w.]+\(/g;
const writesIssues =
  /\b(?:insert\s+into|merge\s+into|update|delete\s+from)\s+"?issues\b|\b(?:insertInto|updateTable|deleteFrom)\(\s*['"`]issues\b/i;
/** The parts of the platform that also run in the browser. */
const browserPlatform = [
  'platform/endpoint.ts',
  'platform/topics.ts',
  'platform/call.ts',
  'platform/page-session.ts',
  'platform/sentences.ts',
  'platform/upload.ts',
  'platform/list/query.ts',
  'platform/audit-verbs.ts',
  'platform/date-style.ts',
];
/** Code that runs without a build. */
const runsAsIs = /^(app\/worker\.ts$|app\/screens\/demo\/|bin\/|connectors\/|platform\/|sandbox\/)/;
const serverPackages = ['pg', 'sharp', 'sanitize-html', 'kysely', 'fastify', 'pino', 'graphile-worker', 'nodemailer', 'flydrive'];

function eachImport(from: (source: Source) => boolean, wrong: (found: Import, source: Source) => boolean): Rule {
  return (graph) =>
    products(graph)
      .filter(from)
      .flatMap((source) => source.imports.filter((found) => wrong(found, source)).map(({ target }) => `${source.path} imports ${target}`));
}

/** The run-time import paths from product code of the first kind to an import of the second. */
function reach(graph: Graph, from: (source: Source) => boolean, to: (found: Import) => boolean): string[] {
  return products(graph)
    .filter(from)
    .flatMap(({ path: start }) => {
      const ways = new Map([[start, start]]);
      const wrong: string[] = [];
      for (const [path, way] of ways) {
        for (const found of graph.get(path)?.imports ?? []) {
          if (found.typeOnly || ways.has(found.target)) continue;
          if (to(found)) wrong.push(`${way} → ${found.target}`);
          else if (found.own) ways.set(found.target, `${way} → ${found.target}`);
        }
      }
      return wrong;
    });
}

function isServerOnly({ target, own }: Import): boolean {
  if (own) return inside(target, 'platform') && !browserPlatform.includes(target);
  return target.startsWith('node:') || serverPackages.includes(target);
}

/** The sources without tests, and without what only tests use: those may import anything. */
function products(graph: Graph): Source[] {
  const forTests = new Set([...graph.keys()].filter((path) => /\.(test|e2e)\.tsx?$/.test(path) || inside(path, 'test')));
  const users = new Map<string, string[]>();
  for (const { path, imports } of graph.values()) for (const { target } of imports) users.set(target, [...(users.get(target) ?? []), path]);
  for (let before = -1; before < forTests.size; ) {
    before = forTests.size;
    for (const [path, by] of users) if (by.every((user) => forTests.has(user))) forTests.add(path);
  }
  return [...graph.values()].filter(({ path }) => !forTests.has(path));
}

/** What each folder of the product shows: its sources and folders. */
function entriesOf(graph: Graph): Map<string, Set<string>> {
  const entries = new Map<string, Set<string>>();
  for (const path of graph.keys()) {
    const names = path.split('/');
    for (let depth = 1; names[0] === 'app' && depth < names.length; depth++) {
      const folder = folderOf(path, depth);
      entries.set(folder, (entries.get(folder) ?? new Set()).add(names[depth] ?? ''));
    }
  }
  return entries;
}

const inside = (path: string, folder: string) => path.startsWith(`${folder}/`);
const folderOf = (path: string, depth: number) => path.split('/').slice(0, depth).join('/');
/** A folder of app, or of one of its storeys. */
const featureOf = (path: string) => folderOf(path, /^app\/(people|shared|nouns|screens)\//.test(path) ? 3 : 2);
const isPrivate = (target: string) => /-page\.tsx$|\/widgets\/|\/api\.ts$/.test(target);
/** The remedies of issues are widgets that every feature may show. */
const isWidget = ({ path }: Source) => path.includes('/widgets/') || (inside(path, 'app/shared/issues/remedy') && path.endsWith('.tsx'));

function isBarrel(text: string): boolean {
  const statements = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?/g, '');
  return statements.trim() === '';
}
