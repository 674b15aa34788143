import { countedWords } from '../../../ui/words/counted-words.ts';

/** Says after a link or mapping was saved how many orders waited for it, as a sentence that follows another. */
export const checkedAgain = (waiting: number) => (waiting > 0 ? ` ${countedWords(waiting, 'waiting order')} checked again.` : '');
