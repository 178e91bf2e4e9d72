import { features } from './features.ts';
import type { SettingsSection } from '../contributions/feature.ts';

/** The sections of the settings that the features add, in their order. */
export function settingsSections(): SettingsSection[] {
  return features.flatMap((feature) => feature.settings ?? []).sort((a, b) => a.order - b.order);
}
