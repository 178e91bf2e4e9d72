import type { ReactNode } from 'react';

/** A titled section of the gallery. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="gallery-section" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
