/// The parts of the help that are no list of options.
enum HelpTexts {
    static let varblur = """
        Rows (or columns) that the blur has faded from keep every pixel as it was. The blurred side is that of the \
        upright image: EXIF orientation is applied first. Options may also be set in the environment \
        (VARBLUR_MAX_RADIUS=5%) and in a file; see --print-settings.

        SUBCOMMAND
          varblur batch           jobs as lines of JSON; see 'varblur batch --help'

        EXAMPLES
          varblur photo.jpg blurred.jpg
              blur from the top, with a radius of 20 pixels at the top edge
          varblur --max-radius 5% --direction bottom --start-offset 0.6 in.png out.png
              blur the lower 40 % for a caption, by 5 % of the height at most
          curl -s "$URL" | varblur - - > out.jpg
              blur from a pipe into a pipe
          varblur --out-dir blurred *.jpg
              blur many files, each into one of the same name in 'blurred'
          varblur --recursive --out-dir blurred --if-exists skip-same photos
              keep a tree of blurred pictures up to date
          varblur --suffix -blur *.png
              write photo-blur.png beside photo.png
          varblur --in-place --edges clamp *.png
              blur files where they are

        EXIT STATUS
        \(exitStatuses)
        """

    static let batch = """
        A line is {"id": …, "input": "in.png", "output": "out.png", "options": {"max-radius": "5%"}}. The id is anything, \
        and comes back; options are those of the command line without dashes, with true for flags. What stands on the \
        command line, in the environment or in the settings file holds for all lines that do not say otherwise.

        Every line that is not blank is answered by one line, in the same order, as soon as it and those before it are \
        done: {"version": 1, "id": …, "line": 1, "status": "ok", "input": …, "output": …, "width": …, "height": …, \
        "bytesIn": …, "bytesOut": …, "ms": …, "settings": {…}, …}. The status is ok, skipped or error; an error has \
        "error": {"code": …, "message": …, "exit": …}. A line that is no job is an error too, and ends nothing. Each \
        image takes one thread, unless --threads says otherwise. Paths are relative to the current directory.

        EXAMPLES
          varblur batch < jobs.jsonl > results.jsonl
              do all jobs, with as many images at once as there are processors
          varblur batch --if-exists skip-same < jobs.jsonl > results.jsonl
              do what is not done yet, after a run that was stopped
          varblur batch --shard 2/4 < jobs.jsonl > results-2.jsonl
              do the second quarter, on the second of four machines

        EXIT STATUS
          0   every line is answered
          1   the same, and one of them with an error, with --fail-on-error
          64  wrong usage
          74  standard input cannot be read, or standard output cannot be written
          129, 130, 143  stopped by HUP, INT or TERM: outputs are old or new
          141  nobody reads standard output any more
        """

    private static let exitStatuses = """
          0   done, perhaps with warnings
          1   some of several files failed, the rest is done
          3   written from a damaged input, with --allow-damaged
          64  wrong usage
          65  a bad, unsupported or too large image
          66  no such input, or it may not be read
          70  a fault of varblur
          71  out of memory
          73  the output exists, or cannot be created
          74  reading or writing failed
          75  not done within --timeout
          129, 130, 143  stopped by HUP, INT or TERM: the output is as it was
          141  nobody reads standard output any more
        """
}
