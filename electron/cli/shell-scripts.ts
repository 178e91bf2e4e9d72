/** Shells whose completion can be set up. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** See `shells`. */
export type Shell = (typeof shells)[number];

/**
 * What a shell reads once to complete the command line. It asks the program at each press of the key, with the words before the
 * caret and the one that is being written behind a plus sign: Windows drops empty arguments. The answer is a line for each word,
 * with what it is about behind a tab. No answer means a file.
 */
export const scriptOf: Readonly<Record<Shell, string>> = {
  bash: `_spider_studio() {
  local IFS=$'\\n'
  COMPREPLY=($(spider-studio completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "+\${COMP_WORDS[COMP_CWORD]}" 2>/dev/null | cut -f1))
}
complete -o default -F _spider_studio spider-studio
`,
  zsh: `#compdef spider-studio
_spider_studio() {
  local -a found described
  found=("\${(@f)$(spider-studio completion zsh -- "\${(@)words[2,CURRENT-1]}" "+\${words[CURRENT]}" 2>/dev/null)}")
  local line
  for line in $found; do
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#described} )); then
    _describe 'spider-studio' described
  else
    _files
  fi
}
compdef _spider_studio spider-studio
`,
  fish: `function __spider_studio_words
  set -l current (commandline -ct)
  set -l found (spider-studio completion fish -- (commandline -opc)[2..-1] "+$current" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path $current
  end
end
complete -c spider-studio -f -a '(__spider_studio_words)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName spider-studio -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '' -and $words.Count -gt 0) { $words = @($words | Select-Object -SkipLast 1) }
  spider-studio completion powershell -- @words "+$wordToComplete" 2>$null | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
  }
}
`,
};
