import { useSyncExternalStore } from 'react';

/** False on the server and until hydration: a form submitted before that would be submitted by the browser itself. */
export const useHydrated = () => useSyncExternalStore(never, here, onTheServer);

const never = () => () => undefined;
const here = () => true;
const onTheServer = () => false;
