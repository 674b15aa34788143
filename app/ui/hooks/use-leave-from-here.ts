import { useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate, useNavigation } from 'react-router';

/**
 * For work that ends by leading to another page: call it when the button is pressed, and what it returns when the work has ended. That
 * leads nobody away who has gone to another page since, or is on the way to one.
 */
export function useLeaveFromHere(): () => (to: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const next = useNavigation().location?.pathname;
  const onTheWayTo = useRef(next);
  useEffect(() => {
    onTheWayTo.current = next;
  }, [next]);
  return () => {
    const { pathname: here } = window.location;
    return async (to, options) => {
      if (window.location.pathname === here && (onTheWayTo.current ?? here) === here) await navigate(to, options);
    };
  };
}
