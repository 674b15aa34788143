import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

type Props = Omit<React.ComponentProps<'a'>, 'href'> & {
  /** A whole address of ours, or `?…` for the page that is shown. */
  to: string;
  /** The page stays where it was scrolled to. */
  keepsScroll?: boolean;
};

/**
 * A link for where there are many of them. It is a plain one, which works before scripts do and costs the server a small
 * part of what the router's own does; `usePageLinks` makes a press on it a move within the page.
 */
export function PageLink({ to, keepsScroll, ...rest }: Props) {
  return <a {...rest} href={to} data-page-link={keepsScroll ? 'keeps-scroll' : ''} />;
}

/** Follows every `PageLink` without loading the page anew, unless it was to open elsewhere. */
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
