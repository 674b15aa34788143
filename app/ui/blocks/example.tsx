import classes from './example.module.css';

/** What a program sends, to be read and copied. */
export const Example = ({ text }: { text: string }) => <pre className={`mono ${classes.example}`}>{text}</pre>;
