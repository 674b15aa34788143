import { countedWords } from '../../../ui/words/counted-words.ts';

// Why a channel is told nothing of an alias: order lines name it, and the channel has no such SKU.

export const aliasNote = (channel: string): string => `No stock is sent for an alias until ${channel} lists it.`;

/** The same of so many, as a sentence that follows another. */
export const leftOutWords = (aliases: number): string =>
  aliases === 0
    ? ''
    : ` ${countedWords(aliases, 'alias is', 'aliases are')} left out until the channel lists ${aliases === 1 ? 'it' : 'them'}.`;
