import { createContext, useContext } from 'react';
import type { Candidates } from '../destinations.ts';

/** What is typed into the palette, and what it is looked for among. */
export type Typed = Pick<Candidates, 'pages' | 'connections'> & { text: string; onText: (text: string) => void };

export const TypedContext = createContext<Typed | null>(null);

export function useTyped(): Typed {
  const typed = useContext(TypedContext);
  if (!typed) throw new Error('Places stand in a palette.');
  return typed;
}
