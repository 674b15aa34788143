import { Notice } from '../../../ui/blocks/notice.tsx';
import { ThemeToggle } from '../../../ui/buttons/theme-toggle.tsx';
import { Mark } from '../../../ui/text/mark.tsx';
import classes from './entrance.module.css';
import { FlowLine } from './flow-line.tsx';

/** The frame of the pages outside the shell: one question at a time. */
export function Entrance({ title, wide = false, children }: { title: string; wide?: boolean; children: React.ReactNode }) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Crossdock`}</title>
      <header className={classes.top}>
        <span className={classes.brand}>
          <Mark size={22} /> Crossdock
        </span>
        <ThemeToggle />
      </header>
      <main className={classes.main} data-wide={wide || undefined}>
        <h1>{title}</h1>
        {children}
      </main>
      <FlowLine />
    </div>
  );
}

/** The error message, announced by screen readers. */
export function Refusal({ sentence }: { sentence: string | null }) {
  return (
    <div role="alert" hidden={!sentence}>
      {sentence && <Notice tone="danger">{sentence}</Notice>}
    </div>
  );
}
