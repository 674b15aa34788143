import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { leftOutOnPhone, visiblePages } from './pages.ts';
import classes from './pagination.module.css';

type Props = { page: number; lastPage: number; onPage: (page: number) => void };

/** The pages of a list as buttons, for one in a dialog; hidden for one page. */
export function PageButtons({ page, lastPage, onPage }: Props) {
  if (lastPage <= 1) return null;
  const pages = visiblePages(page, lastPage);
  const leftOut = leftOutOnPhone(pages, page);
  const button = (
    label: string,
    target: number,
    shown: React.ReactNode,
    more: React.ComponentProps<'button'> & { 'data-far'?: string } = {},
  ) => (
    <button
      key={label}
      type="button"
      className={classes.page}
      aria-label={label}
      disabled={target < 1 || target > lastPage}
      onClick={() => onPage(target)}
      {...more}
    >
      {shown}
    </button>
  );
  return (
    <nav aria-label="Pages" className={classes.pages}>
      {button('Previous page', page - 1, <IconChevronLeft size={16} stroke={1.8} aria-hidden />)}
      {pages.map((shown, place) =>
        shown === null ? (
          <span key={`gap-${place < 3 ? 'before' : 'after'}`} className={classes.gap} aria-hidden />
        ) : (
          button(`Page ${shown.toLocaleString('en-US')}`, shown, shown.toLocaleString('en-US'), {
            'aria-current': shown === page ? 'page' : undefined,
            'data-far': leftOut.get(shown),
          })
        ),
      )}
      {button('Next page', page + 1, <IconChevronRight size={16} stroke={1.8} aria-hidden />)}
    </nav>
  );
}
