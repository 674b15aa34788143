import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * For what is gone once it was pressed: focus then goes where `next` leads. It is asked twice: about the place while it is there,
 * and for the element once it is gone.
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
