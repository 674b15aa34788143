import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * For a control that disappears when it is clicked: moves focus to the element that `next` returns. `next` is called twice: with
 * the control while it exists, and for the element once the control is gone.
 */
export function useFocusWhenGone<Place extends HTMLElement>(next: (place: Place) => () => HTMLElement | null | undefined) {
  const place = useRef<Place>(null);
  const isPressed = useRef(false);
  const plan = useEffectEvent(next);
  useEffect(() => {
    const find = place.current && plan(place.current);
    return () => {
      if (isPressed.current && document.activeElement === document.body) find?.()?.focus({ preventScroll: true });
    };
  }, []);
  const press = () => {
    isPressed.current = true;
  };
  return { place, press };
}
