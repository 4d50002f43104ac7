/** The words now spoken, for all components: a change of language redraws what it touches. */
import type { Args, Key, Language, Vocabulary } from './words';
import { load, Words } from './words';

class Speech {
  words = $state.raw(new Words('fr', {}));
  ready = $state(false);

  async use(language: Language, vocabulary: Vocabulary): Promise<void> {
    this.words = await load(language, vocabulary);
    document.documentElement.lang = language;
    this.ready = true;
  }
}

export const speech = new Speech();
export const say = (key: Key, args?: Args) => speech.words.say(key, args);
