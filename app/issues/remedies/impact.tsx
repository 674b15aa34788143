import { countedWords } from '../../ui/counted-words.ts';

/** What a remedy will mend. `waiting` includes the order it was opened from. */
export function Impact({ waiting, verb }: { waiting: number; verb: string }) {
  if (waiting === 0) return <>No order waits for this any more; {verb} still helps the next one.</>;
  return (
    <>
      This mends <strong>{countedWords(waiting, 'order')}</strong> and every later one.
    </>
  );
}
