import { useCall } from '../state/query.ts';
import { picturesOf } from '../state/pictures.ts';
import { SiteIcon, type SiteIconProps } from '../ui/site-icon.tsx';
import { usePictureOf } from '../ui/value/picture.tsx';

interface SpiderIconProps {
  project: string;
  spider: string;
  size?: SiteIconProps['size'];
}

/** The icon of a spider: that of its site as a saved page has it, else the first letter of its name. */
export function SpiderIcon({ project, spider, size = 'small' }: SpiderIconProps) {
  const { value } = useCall('spiders.list', {});
  const icon = value?.find((each) => each.project === project && each.name === spider)?.icon ?? null;
  const picture = usePictureOf(picturesOf(project, false), icon);
  return <SiteIcon name={spider} picture={picture} size={size} />;
}
