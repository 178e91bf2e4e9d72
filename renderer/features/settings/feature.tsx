import { Keyboard, MessageCircleQuestion, Palette } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { KeyboardSection } from './keyboard-section.tsx';
import { QuestionsSection } from './questions-section.tsx';

/** The settings screen and its sections. */
export const feature: Feature = {
  id: 'settings',
  settings: [
    {
      id: 'appearance',
      title: 'Appearance',
      icon: Palette,
      order: 10,
      keywords: ['theme', 'dark', 'light', 'density', 'motion', 'font', 'editor', 'wrap', 'minimap'],
      screen: AppearanceSection,
    },
    {
      id: 'keyboard',
      title: 'Keyboard',
      icon: Keyboard,
      order: 20,
      keywords: ['shortcuts', 'keys', 'keymap', 'bindings'],
      screen: KeyboardSection,
    },
    {
      id: 'questions',
      title: 'Confirmations',
      icon: MessageCircleQuestion,
      order: 90,
      keywords: [
        'confirm',
        'ask',
        'remember',
        'dialogs',
        'layout',
        'reset',
        'close',
        'quit',
        'crawl',
        'window',
      ],
      screen: QuestionsSection,
    },
  ],
};
