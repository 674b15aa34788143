import type { Reason } from '../../../../connectors/contract.ts';
import { type SentenceOf, wordedBy } from '../../../../platform/sentences.ts';
import { importOutcomes } from '../../../base/import-outcomes.ts';
import { wordReason } from '../../../base/reasons.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';

/** What the records of a run are called. */
type Noun = { noun: { one: string; many: string } };
/** `aliases`: SKUs that the channel does not list, of which it is told nothing. */
type Aliases = { aliases: number };

/** How many aliases are left out, as a sentence that follows another. */
export const leftOutWords = (aliases: number): string =>
  aliases === 0
    ? ''
    : ` ${countedWords(aliases, 'alias is', 'aliases are')} left out until the channel lists ${aliases === 1 ? 'it' : 'them'}.`;

type Worked = Record<'done' | 'skipped' | 'failed', number> & Noun;

function worked({ done, skipped, failed, noun }: Worked): string {
  const parts = [
    `${countedWords(done, noun.one, noun.many)} done`,
    ...(skipped > 0 ? [countedWords(skipped, 'left as it was', 'left as they were')] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} failed`] : []),
  ];
  return `${parts.join(', ')}.`;
}

const givenUp = (of: Worked, rest: string) => `Given up after many tries: ${worked(of)} ${rest}`;

/** `undone`: of how many records another run took it back; `standing`: of how many it did not. */
type UndoneInPart = Record<'undone' | 'standing', number> & Worked;

const undoneInPart = ({ undone, standing, ...of }: UndoneInPart) =>
  `${worked(of)} ${undone.toLocaleString('en-US')} undone since, ${standing.toLocaleString('en-US')} not: its undo says why.`;

type Compared = Record<'adopted' | 'announced' | 'parcels' | 'waiting' | 'unmailed' | 'issues', number>;

function compared({ adopted, announced, parcels, waiting, unmailed, issues }: Compared): string {
  const found = [
    `${countedWords(adopted, 'order')} and ${countedWords(announced, 'announcement')} were with the warehouse already`,
    `${countedWords(parcels, 'parcel')} had left`,
    `${countedWords(waiting, 'message')} had not been sent and ${waiting === 1 ? 'goes' : 'go'} out now`,
    ...(unmailed > 0
      ? [`${countedWords(unmailed, 'notification')} may have been mailed before and ${unmailed === 1 ? 'is' : 'are'} in the bell alone`]
      : []),
  ];
  const asks = issues > 0 ? ` ${countedWords(issues, 'issue')} ${issues === 1 ? 'waits' : 'wait'} for a person.` : '';
  return `Compared: ${found.join('; ')}.${asks}`;
}

/** What became of a run. A row keeps a code of these and its values. */
const sentences = {
  ...importOutcomes,
  worked,
  given_up: (of: Worked) => givenUp(of, 'What failed is as it was: select it again to do the rest.'),
  undo_given_up: (of: Worked) => givenUp(of, 'What failed is as it was: undo it again to take back the rest.'),
  upload_given_up: (of: Worked) => givenUp(of, 'Upload what failed again: nothing is listed twice.'),
  undone_in_part: undoneInPart,
  up_to_date: () => 'Up to date.',
  interrupted: () => 'It was interrupted. A later run continued from there.',
  connection_gone: () => 'The connection no longer exists.',
  no_such_stream: () => 'The connection has no such stream.',
  outside_window: () => 'Outside the time window: nothing is called now, and nothing is lost.',
  orders_behind: () => 'Too many orders wait for their check. Reading continues when they are done.',
  cannot_be_called: () => 'The connection cannot be called right now.',
  /** As the other side says. */
  read_failed: ({ reason }: { reason: Reason }) => wordReason(reason),
  exported: ({ total, noun }: { total: number } & Noun) => `${countedWords(total, noun.one, noun.many)} exported.`,
  export_failed: ({ what }: { what: string }) => `${what}.`,
  export_no_room: () =>
    'The exports of your account have no room for this one. Delete those that nobody needs, then export again, or export fewer records.',
  declined: () => 'Declined: nothing of it was done.',
  /** Of what an agent prepared. */
  sends_goods: () => 'Goods leave by this. Look at each before you start it.',
  export_deleted: () => 'Deleted before it was finished.',
  stock_told: ({ aliases }: Aliases) => `Every linked product was told, or says why not.${leftOutWords(aliases)}`,
  stock_rehearsed: ({ aliases }: Aliases) => `Nothing was sent: each linked product says what would be.${leftOutWords(aliases)}`,
  nothing_linked: ({ aliases }: Aliases) =>
    `${aliases === 0 ? 'No product' : 'No product that the channel lists'} is linked.${leftOutWords(aliases)}`,
  uploaded: () => 'Every product was uploaded, or says why not.',
  receipts_processed: () => 'The receipts are processed.',
  /** As the source says. */
  receipts_refused: ({ reason }: { reason: Reason }) => wordReason(reason),
  compared,
};

export type RunSentence = SentenceOf<typeof sentences>;
/** Words what a run keeps as its outcome. */
export const wordRun = wordedBy(sentences);
