import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the room that its content had when some of that goes: what stands below moves under nobody's hand. The room is given back
 * while the page is not looked at, when it gets another width, and with the page.
 */
export function KeptRoom({ children }: { children: React.ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: element } = room;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      element.style.minHeight = `${element.offsetHeight}px`;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const giveBack = () => room.current?.style.removeProperty('min-height');
    const whenHidden = () => document.hidden && giveBack();
    document.addEventListener('visibilitychange', whenHidden);
    window.addEventListener('resize', giveBack);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      window.removeEventListener('resize', giveBack);
    };
  }, []);
  return (
    <div ref={room} style={{ display: 'flow-root' }}>
      {children}
    </div>
  );
}
