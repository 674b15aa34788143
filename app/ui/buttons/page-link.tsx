import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

type Props = Omit<React.ComponentProps<'a'>, 'href'> & {
  /** An address of ours, or `?…` for the current page. */
  to: string;
  /** Keeps the scroll position. */
  keepsScroll?: boolean;
};

/**
 * A cheap link for long lists. It is a plain one, which works before scripts do and costs the server a fraction of the router's
 * Link; `usePageLinks` turns clicks on it into client-side navigation.
 */
export function PageLink({ to, keepsScroll, ...rest }: Props) {
  return <a {...rest} href={to} data-page-link={keepsScroll ? 'keeps-scroll' : ''} />;
}

/** Turns clicks on every `PageLink` into client-side navigation, except with modifier keys or another target. */
export function usePageLinks(): void {
  const navigate = useNavigate();
  const onClick = useEffectEvent((event: MouseEvent) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-page-link]');
    if (!link || defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    const { href, pathname, search, dataset } = link;
    navigate(pathname + search, { preventScrollReset: dataset.pageLink === 'keeps-scroll', replace: href === window.location.href });
  });
  useEffect(() => {
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
}
