import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readNonce } from './shell/nonce.ts';

/** What dialogs use to add styles of their own under our content security policy. */
Object.assign(globalThis, { __webpack_nonce__: readNonce() });

// The router leaves the end of a read unwatched that it broke off itself, for newer news or for another page: nothing has failed.
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
