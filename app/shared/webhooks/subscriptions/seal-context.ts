import { createContext } from 'react-router';
import type { Seal } from '../../../../platform/seal.ts';

/** By which a page knows whether a secret opens. Null in development once a file has changed: no secret counts as lost then. */
export const sealContext = createContext<Seal | null>(null);
