import { createContext, use } from 'react';

/** The nonce of this response's content security policy, on the server. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = () => use(NonceContext) ?? readNonce();

/** In the browser the nonce is hidden from markup but kept on its elements. Styles that are added later need it too. */
export function readNonce(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce;
}
