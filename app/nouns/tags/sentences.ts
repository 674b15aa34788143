import { countedWords } from '../../ui/words/counted-words.ts';
import { mostCounted } from './contract.ts';

/** What was merged. */
export const mergedSentence = ({ from, to, records }: { from: string; to: string; records: number }): string =>
  `“${from}” was merged into “${to}”: ${countedWords(records, 'record has', 'records have')} it instead.`;

/** What a merge would do. Browser-safe. */
export function mergeText({ records, both }: { records: number; both: number }, to: string): string {
  if (records === 0) return 'No record has it.';
  const already = both === 0 ? '' : ` ${both.toLocaleString('en-US')} of them ${both === 1 ? 'has' : 'have'} that one already.`;
  return `${countedWords(records, 'record gets', 'records get')} “${to}” instead.${already}`;
}

/** What is lost with a tag, for whoever is about to delete it. */
export function deletionText({ records }: { records: number }): string {
  if (records === 0) return 'No record has it.';
  const count = records < mostCounted ? countedWords(records, 'record has', 'records have') : `${countOf(records)} records have`;
  return `${count} it. They stay, without this tag. It can be undone for 30 days from Activity.`;
}

/** As far as records are counted. */
export const countOf = (records: number): string => `${records.toLocaleString('en-US')}${records < mostCounted ? '' : ' or more'}`;
