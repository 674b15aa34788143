import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './back-link.module.css';

/** Above a page's title: the list it belongs to. */
export function BackLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className={classes.back}>
      <IconChevronLeft size={15} stroke={1.8} aria-hidden />
      {children}
    </Link>
  );
}
