import { countedWords } from '../../ui/counted-words.ts';

/** What a remedy mends, said before it is done. `waiting` counts the order one came from as well. */
export function Impact({ waiting, verb }: { waiting: number; verb: string }) {
  if (waiting === 0) return <>No order waits for this any more; {verb} still helps the next one.</>;
  return (
    <>
      This mends <strong>{countedWords(waiting, 'order')}</strong> and every later one.
    </>
  );
}
