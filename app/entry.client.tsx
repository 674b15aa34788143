import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readNonce } from './shell/nonce.ts';

/** What dialogs use to add styles of their own under our content security policy. */
Object.assign(globalThis, { __webpack_nonce__: readNonce() });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
