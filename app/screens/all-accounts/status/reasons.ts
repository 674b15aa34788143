import { streamLabel } from '../../../base/stream-names.ts';
import { waitingWords } from '../../../shared/connections/connection.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { AccountStatus } from './contract.ts';

/** A read or an effect is late by this many minutes before it is a reason: polls and retries are never exact. */
const lateMinutes = 5;
/** Half of the calls take longer than this where the vendor is slow. */
const slowMs = 2_000;
/** One call in ten fails where the vendor has trouble. */
const failing = 0.1;
/** A run over so many rows takes workers from other work of the account. */
const largeRun = 10_000;

type Seen = Pick<AccountStatus, 'suspended_at' | 'stopped' | 'connections' | 'underWay'>;
type Connection = AccountStatus['connections'][number];

/** Why an account may be slow, in sentences, what stops everything first. Empty where nothing holds it up. */
export function slowReasons({ suspended_at, stopped, connections, underWay }: Seen): string[] {
  return [
    ...(suspended_at ? ['The account is suspended: nothing is read for it, and nothing is sent.'] : []),
    ...(stopped ? [`Nothing is sent from this installation, for no account. ${stopped}`] : []),
    ...connections.flatMap(unwell),
    ...connections.flatMap(late),
    ...connections.flatMap(vendor),
    ...underWay.flatMap(({ title, handled, total }) =>
      total !== null && total >= largeRun ? [`${title} is under way: ${counted(handled)} of ${countedWords(total, 'row')}.`] : [],
    ),
  ];
}

function unwell({ name, health, health_sentence }: Connection): string[] {
  return health === 'healthy' || health === 'new' ? [] : [`${name}: ${health_sentence}`];
}

function late(connection: Connection): string[] {
  const { name, health, overdue, behind_minutes } = connection;
  // One that is paused or refused is late for the reason given above.
  if (health === 'paused' || health === 'needs_reconnect') return [];
  return [
    ...(overdue && overdue.minutes >= lateMinutes
      ? [`${streamLabel(overdue.stream)} of ${name} should have been read ${countedWords(overdue.minutes, 'minute')} ago.`]
      : []),
    ...(behind_minutes >= lateMinutes ? [`${name}: ${waitingWords(connection)}.`] : []),
  ];
}

function vendor({ name, calls: { made, failed, limited, medianMs } }: Connection): string[] {
  return [
    ...(limited > 0 ? [`The limit of ${name} is used up: it refused ${countedWords(limited, 'call')} in the last hour for that.`] : []),
    ...(failed - limited >= made * failing && failed > limited
      ? [`${counted(failed - limited)} of ${countedWords(made, 'call')} to ${name} failed in the last hour.`]
      : []),
    ...(medianMs >= slowMs ? [`${name} is slow: half of the calls of the last hour took ${(medianMs / 1000).toFixed(1)} s or more.`] : []),
  ];
}

const counted = (n: number) => n.toLocaleString('en-US');
