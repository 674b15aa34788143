import { StrictMode, startTransition, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { haveModulesOfData } from './screens/shell/data-addresses.ts';
import { drawFirst } from './screens/shell/navigation/draw-first.ts';
import { readNonce } from './screens/shell/nonce.ts';
import { noteBrokenSheets } from './theme/all-styles.ts';

/** The nonce with which dialogs add styles under our content security policy. */
Object.assign(globalThis, { __webpack_nonce__: readNonce() });

// The router leaves the rejection of a read that it aborted itself unhandled. Nothing has failed: ignore it.
addEventListener('unhandledrejection', (rejection) => {
  if (rejection.reason instanceof DOMException && rejection.reason.name === 'AbortError') rejection.preventDefault();
});

noteBrokenSheets();

const instrumentations = [drawFirst];
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Router />
    </StrictMode>,
  );
});

function Router() {
  // Not before the page's own script has named its modules, and before the router reads them.
  useState(haveModulesOfData);
  return <HydratedRouter instrumentations={instrumentations} />;
}
