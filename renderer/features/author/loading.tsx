import { Spinner } from '../../ui/progress.tsx';

/** Shown in the place of what is being loaded. */
export const Loading = () => (
  <div className="author-loading" role="status">
    <Spinner size={18} />
    <span className="visually-hidden">Loading the spider</span>
  </div>
);
