import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { Connector, ConnectorSession, Settings } from '../../connectors/contract.ts';
import { memoryLimits } from '../../connectors/http/limits.ts';
import { memoryTokens } from '../../connectors/http/tokens.ts';
import { connectors } from '../../connectors/index.ts';
import { openSession } from '../../connectors/session.ts';
import { consentOf } from '../../connectors/settings.ts';

/** What a connector says of one capability; null where it lacks it. */
type Row = { what: string; of: (connector: Connector, session: ConnectorSession) => string | boolean | null | undefined };

const rows: Row[] = [
  { what: 'Sign-in', of: signInOf },
  { what: 'Limits', of: ({ limits }) => [...new Set(limits.map(limitInWords))].join('; ') },
  { what: 'Orders', of: (connector, session) => read(connector, connector.orders?.(session).stream) },
  { what: 'Open orders read again', of: (connector, session) => everySeconds(connector.orders?.(session).reread?.everySeconds) },
  { what: 'Hold at the channel', of: (connector, session) => connector.orders?.(session).hold !== undefined },
  { what: 'Requests to cancel replied to', of: (connector, session) => connector.orders?.(session).decideCancel !== undefined },
  { what: 'Requests to ship replied to', of: (connector, session) => connector.orders?.(session).decideShip !== undefined },
  { what: 'Shipping codes', of: (connector, session) => connector.orders?.(session).listShippingCodes !== undefined },
  { what: 'Locations', of: (connector, session) => connector.orders?.(session).listLocations !== undefined },
  { what: 'Fields for mappings', of: (connector, session) => count(connector.orders?.(session).sourceFields?.length) },
  { what: 'Confirmations', of: (connector, session) => confirmationsInWords(connector, session) },
  { what: 'Stock set at the channel', of: (connector, session) => connector.inventory?.(session).quantity.replaceAll('_', ' ') },
  { what: 'Products on sale', of: (connector, session) => read(connector, connector.listings?.(session).stream) },
  { what: 'Products put up for sale', of: (connector, session) => connector.listings?.(session).upload !== undefined },
  { what: 'Purchase orders', of: (connector, session) => streamInWords(connector.purchaseOrders?.(session).stream) },
  { what: 'Warehouse', of: ({ warehouse }) => warehouse !== undefined },
  { what: 'Hold at the warehouse', of: (connector, session) => connector.warehouse?.(session).setHold !== undefined },
  { what: 'Change at the warehouse', of: (connector, session) => connector.warehouse?.(session).replaceOrder !== undefined },
  { what: 'Inbound notices and receipts', of: (connector, session) => inbound(connector, session) },
  { what: 'Hints', of: (connector, session) => hintsInWords(connector, session) },
  { what: 'Settings chosen from a list', of: ({ choices = {} }) => Object.keys(choices).join(', ') },
];

/** The table of docs/connectors/README.md: a row a capability, a column a connector. */
export function overview(): string {
  const opened = connectors.map((connector) => ({ connector, session: quiet(connector) }));
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...connectors.map(({ label }) => label)]),
    line(['---', ...connectors.map(() => '---')]),
    ...rows.map(({ what, of }) => line([what, ...opened.map(({ connector, session }) => cell(of(connector, session)))])),
  ].join('\n');
}

const [begin, end] = ['<!-- made by npm run connectors -->', '<!-- end -->'];

/** The page with this table between its marks. @throws when the page has no marks */
export function tableIn(page: string, table: string): string {
  const [before, after] = [page.split(begin)[0], page.split(end)[1]];
  if (before === undefined || after === undefined) throw new Error('The page has no place for the table.');
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

const cell = (value: string | boolean | null | undefined) => (value === true ? 'yes' : value || '–');
const count = (n: number | undefined) => (n ? String(n) : null);
const everySeconds = (seconds: number | undefined) => (seconds === undefined ? null : `every ${seconds / 60} min`);
const read = ({ byCall }: Connector, stream: Parameters<typeof streamInWords>[0]) =>
  byCall && stream ? 'sent by calls' : streamInWords(stream);
const streamInWords = (stream: { mode: 'cursor' | 'queue' } | undefined) =>
  stream && (stream.mode === 'queue' ? 'a queue, acknowledged' : 'what changed since');

function limitInWords(limit: Connector['limits'][number]): string {
  const shared = limit.scope && limit.scope !== 'credential' ? ` per ${limit.scope}` : '';
  if (limit.kind === 'concurrent') return `${limit.max} at once${shared}`;
  if (limit.kind === 'bucket') return `${limit.perSecond} a second, ${limit.burst} in a burst${shared}`;
  return `${limit.requests.toLocaleString('en-US')} in ${limit.perMs / 1000} s${shared}`;
}

function confirmationsInWords({ confirmations, byCall }: Connector, session: ConnectorSession): string | null {
  if (!confirmations) return null;
  if (byCall) return 'each parcel, acknowledged by calls';
  const { per, most = 1, ask } = confirmations(session);
  return [
    per === 'shipment' ? 'each parcel' : 'the whole order',
    ...(most > 1 ? [`${most} at once`] : []),
    ...(ask ? ['by ticket'] : []),
  ].join(', ');
}

function inbound({ warehouse }: Connector, session: ConnectorSession): boolean {
  const opened = warehouse?.(session);
  return opened?.createAsn !== undefined && opened.receipts !== undefined;
}

function hintsInWords({ hints, hintsArePolled }: Connector, session: ConnectorSession): string {
  // Only with settings that nobody has to enter.
  if (hintsArePolled) return 'fetched, where a queue is entered';
  const { receive, subscribe, poll } = hints?.(session) ?? {};
  return [...(receive ? ['webhooks'] : []), ...(subscribe ? ['subscribed'] : []), ...(poll ? ['fetched'] : [])].join(', ');
}

function signInOf(connector: Connector): string {
  if (connector.byCall) return 'calls us with a key';
  const { kind } = connector.auth;
  const words = { fixed: 'fixed headers', token: 'tokens, renewed', signed: 'a signature each' }[kind];
  return consentOf(connector) ? `${words}; also by consent` : words;
}

/** A session that makes no call, with settings that pass for real ones. */
function quiet(connector: Connector): ConnectorSession {
  const context = { limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: null, sink: () => undefined };
  return openSession(connector, likely(connector), context);
}

const someKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const guesses = ['x', '1', 'EUR', 'UTC', 'https://api.example.com', 'TSTDRV1', someKey()];

/** What looks as a credential does; nothing where it is not said how that is. */
function alike(looks: unknown): string {
  const { begins, length } = looksIn.catch({}).parse(looks);
  return (begins?.[0] ?? '').padEnd(typeof length === 'number' ? length : (length?.[0] ?? 0), '0');
}

const looksIn = z.object({
  begins: z.array(z.string()).optional(),
  length: z.union([z.number(), z.tuple([z.number(), z.number()])]).optional(),
});

function likely({ settings }: Connector): Settings {
  const shape: Record<string, z.ZodType> = settings.shape;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      if (field.safeParse(undefined).success) return [];
      const [example] = z.array(z.string()).catch([]).parse(field.meta()?.examples);
      const value = [...(example === undefined ? [] : [example]), alike(field.meta()?.looks), ...guesses].find(
        (guess) => field.safeParse(guess).success,
      );
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
