import { useSyncExternalStore } from 'react';

/** False on the server and until the page's scripts have taken over: a form sent before that would be sent by the browser itself. */
export const useHydrated = () => useSyncExternalStore(never, here, onTheServer);

const never = () => () => undefined;
const here = () => true;
const onTheServer = () => false;
