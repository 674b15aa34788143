import { useRef, useState } from 'react';
import type { Encoding } from './reading/encodings/list.ts';

/** What a person chooses of the ways in which a file can be read; `submit` reads it so, or asks for the choice that is missing. */
export function useEncodingChoice(first: Encoding | null, read: (chosen: Encoding) => Promise<void>) {
  const [chosen, setChosen] = useState(first);
  const [isMissing, setMissing] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const submit = async () => {
    setMissing(chosen === null);
    if (chosen === null) return ref.current?.querySelector('input')?.focus();
    await read(chosen);
  };
  const error: string | false = isMissing && chosen === null && 'Choose one';
  return { choice: { ref, value: chosen, onChange: setChosen, error }, submit };
}
