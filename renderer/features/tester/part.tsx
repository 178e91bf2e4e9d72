import type { ReactNode } from 'react';
import './article-structure.css';

/** A titled part of what the structure of a page shows. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="tester-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
