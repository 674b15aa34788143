import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { SandboxState, SandboxSummary } from '../control/state.ts';
import { editReport, editReportText, editsAgree } from './edit-report.ts';
import type { RetailEdit } from './edits.ts';
import { samplePath } from './invoices.ts';
import { type CrossdockRow, retailReport } from './report.ts';
import { reportText } from './report-text.ts';
import { type RetailTotals, retailTotals, sumByCountry } from './totals.ts';

/** Reads every order of the demo account from Crossdock, as rows to compare with the file. */
export type ReadCrossdock = () => Promise<CrossdockRow[]>;

export type Surroundings = {
  readCrossdock?: ReadCrossdock;
  /** Where the sandbox is that runs, unless the arguments say. */
  runningSandbox?: () => Promise<string>;
  print?: (text: string) => void;
};

const usage = `npm run demo:replay -- [FILE] [--rate ORDERS_A_MINUTE] [--limit N] [--start-at N] [--report] [--rows FILE] [--sandbox URL] [--settle SECONDS] [--unlimited] [--edited PERCENT]

FILE is a sales file in the shape of Online Retail, plain or .gz; without it, the sample that ships with the project.
--edited has that share of the orders split, merged or deleted at the channel while they flow.
--unlimited lifts the request limits and ships at once, so that a year does not take a day.
--report waits until nothing moves any longer, then holds the file against Crossdock (or against the rows of a JSON file).`;

/**
 * Replays a sales file through the running sandbox, shows how far it is, and on request prints the checked report.
 * Returns the exit code: 0, or 1 when the replay failed or the report found a difference.
 */
export async function replayCommand(
  args: string[],
  { readCrossdock, runningSandbox = nowhere, print = console.log }: Surroundings = {},
): Promise<number> {
  const say = (text: string, code: number) => {
    print(text);
    return code;
  };
  const { file, sandbox, settleMs, report, rows, request, help, unlimited } = await readArguments(args, runningSandbox);
  if (help) return say(usage, 0);
  if (unlimited) await liftLimits(sandbox);
  const response = await fetch(`${sandbox}/control/replay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (!response.ok) return say(`The sandbox refused: ${await response.text()}`, 1);
  const failure = await watch(sandbox, report ? settleMs : 0, print);
  if (failure) return say(`The replay failed: ${failure}`, 1);
  if (!report) return 0;
  const source = rows === undefined ? readCrossdock : async () => JSON.parse(await readFile(rows, 'utf8')) as CrossdockRow[];
  if (!source) return say('There is nothing to hold the file against: give --rows FILE.', 1);
  const crossdock = await source();
  const { totals, edited } = await apart(sandbox, await retailTotals(file, request.limit, request.startAt), crossdock);
  const found = retailReport(totals, crossdock);
  const text = [reportText(found), ...editReportText(edited)].join('\n');
  return say(text, found.agrees && editsAgree(edited) ? 0 : 1);
}

/** Invoices that were edited at the channel are judged by their units alone, wherever they were moved; the others as ever. */
async function apart(sandbox: string, totals: RetailTotals, rows: CrossdockRow[]) {
  const { edits } = (await (await fetch(`${sandbox}/control/replay/edits`)).json()) as { edits: RetailEdit[] };
  if (edits.length === 0) return { totals, edited: [] };
  const { amware } = (await (await fetch(`${sandbox}/control/state`)).json()) as SandboxState;
  const edited = editReport(edits, rows, amware[0]?.orders ?? []);
  const numbers = new Set(edits.flatMap((edit) => edit.numbers));
  const invoices = new Map([...totals.invoices].filter(([number]) => !numbers.has(number)));
  return { totals: { invoices, countries: sumByCountry(invoices.values()) }, edited };
}

async function readArguments(args: string[], runningSandbox: () => Promise<string>) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rate: { type: 'string', default: '600' },
      limit: { type: 'string' },
      'start-at': { type: 'string', default: '0' },
      sandbox: { type: 'string' },
      settle: { type: 'string', default: '30' },
      rows: { type: 'string' },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      unlimited: { type: 'boolean', default: false },
      edited: { type: 'string', default: '0' },
    },
  });
  const file = resolve(positionals[0] ?? samplePath);
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  return {
    file,
    report: values.report,
    rows: values.rows,
    help: values.help,
    unlimited: values.unlimited,
    settleMs: Number(values.settle) * 1000,
    sandbox: values.sandbox ?? (values.help ? '' : await runningSandbox()),
    request: {
      file,
      immediate: 0,
      rate: Number(values.rate),
      startAt: Number(values['start-at']),
      editedPercent: Number(values.edited),
      ...(limit === undefined ? {} : { limit }),
    },
  };
}

/** Limits so high that they are never reached; the client reads them from the headers. */
async function liftLimits(sandbox: string): Promise<void> {
  const wide = 1_000_000;
  await fetch(`${sandbox}/control/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ limits: { shipStation: wide, amware: wide }, pace: 'instant' }),
  });
}

function nowhere(): never {
  throw new Error('No sandbox is running here: say --sandbox URL.');
}

/** Shows the position until all is entered and then, for the report, until nothing has changed for a while. */
async function watch(sandbox: string, settleMs: number, print: (text: string) => void): Promise<string | null> {
  let before = '';
  let changedAt = Date.now();
  for (;;) {
    const summary = (await (await fetch(`${sandbox}/control/summary`)).json()) as SandboxSummary;
    const line = progress(summary);
    if (line !== before) {
      print(line);
      changedAt = Date.now();
    }
    before = line;
    if (summary.replay?.failure) return summary.replay.failure;
    if (!summary.replay?.running && Date.now() - changedAt >= settleMs) return null;
    await pause(500);
  }
}

function progress({ replay, shipStation, amware }: SandboxSummary): string {
  const orders = shipStation[0]?.orders ?? {};
  const warehouse = Object.entries(amware[0]?.orders ?? {}).map(([status, count]) => `${count} ${status.replace('_', ' ')}`);
  const read = `${replay?.position ?? 0} invoices read, ${replay?.entered ?? 0} new`;
  return `${read} · channel: ${orders.awaiting_shipment ?? 0} waiting, ${orders.shipped ?? 0} shipped · warehouse: ${warehouse.join(', ') || 'nothing yet'}`;
}
