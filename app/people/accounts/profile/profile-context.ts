import { createContext } from 'react-router';
import type { Profile } from './contract.ts';

/** Reads the profile of whoever asks for a page; null in development once a file has changed: the page then reads it by a call. */
export const profileContext = createContext<(() => Promise<Profile>) | null>(null);
