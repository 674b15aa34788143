import { useLocation, useSearchParams } from 'react-router';

/**
 * A dialog that the address opens, by a parameter of this name. A page that renders it does so under `key`: whoever opens it again before
 * the address without it has arrived gets a new one, not the one that has closed.
 */
export function useDialogAddress(name: string) {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  return {
    /** Null where it is closed. */
    value: params.get(name),
    key,
    open: (value = '', { replace = false } = {}) => setParams({ [name]: value }, { preventScrollReset: true, replace }),
    close: () => setParams({}, { preventScrollReset: true, replace: true }),
  };
}
