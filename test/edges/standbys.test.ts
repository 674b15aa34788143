import { edges } from './edges.ts';
import { playInShort } from './short.ts';

playInShort(edges.filter(({ isShort, hasStandby, isPooled }) => isShort && hasStandby && !isPooled));
