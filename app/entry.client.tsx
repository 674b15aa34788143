import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readNonce } from './screens/shell/nonce.ts';

/** The nonce with which dialogs add styles under our content security policy. */
Object.assign(globalThis, { __webpack_nonce__: readNonce() });

// The router leaves the rejection of a read that it aborted itself unhandled. Nothing has failed: ignore it.
addEventListener('unhandledrejection', (rejection) => {
  if (rejection.reason instanceof DOMException && rejection.reason.name === 'AbortError') rejection.preventDefault();
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
