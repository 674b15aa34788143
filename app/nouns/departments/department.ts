import { countedWords } from '../../ui/words/counted-words.ts';
import type { Department } from './contract.ts';

/** What is lost with a department, for whoever is about to delete it. Browser-safe. */
export function deletionText({ people }: Pick<Department, 'people'>): string {
  if (people === 0) return 'Nobody is in it.';
  return `${countedWords(people, 'person is', 'people are')} in it. They stay in the account, without this department.`;
}
