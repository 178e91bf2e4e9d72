import type { ReactNode } from 'react';
import { picturesOf } from '../state/pictures.ts';
import { Pictures } from '../ui/value/picture.tsx';

interface ProjectPicturesProps {
  project: string;
  /** Whether the host may reach loopback and private addresses for them, as the run may that found them. */
  allowPrivate: boolean;
  children: ReactNode;
}

/** Shows the pictures of a project in what it holds. */
export const ProjectPictures = ({ project, allowPrivate, children }: ProjectPicturesProps) => (
  <Pictures value={picturesOf(project, allowPrivate)}>{children}</Pictures>
);
