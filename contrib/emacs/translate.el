;;; translate.el --- Translations by `translate serve --stdio'  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1"))

;;; Commentary:

;; M-x translate-region, translate-buffer: replaces the text, or shows its
;; translation in another window with a prefix argument.  The program is
;; started when it is needed; M-x translate-stop ends it.
;;
;; (add-to-list 'load-path "/usr/local/share/translate/emacs")
;; (require 'translate)
;; (setq translate-target "de")

;;; Code:

(defgroup translate nil "Translations of text." :group 'text)

(defcustom translate-program '("translate" "serve" "--stdio" "--quiet")
  "Program that translates, and its arguments."
  :type '(repeat string))

(defcustom translate-source "auto"
  "Language of the text; \"auto\": it is found out."
  :type 'string)

(defcustom translate-target "de"
  "Language to translate to."
  :type 'string)

(defvar translate--process nil)
(defvar translate--number 0)
(defvar translate--asked (make-hash-table)
  "Functions that take an answer's text, by the number of the request.")

(defun translate--take-line (line)
  "Take the answer that LINE is."
  (let* ((answer (json-parse-string line :object-type 'alist))
         (take (gethash (alist-get 'id answer) translate--asked))
         (failure (alist-get 'error answer)))
    (remhash (alist-get 'id answer) translate--asked)
    (cond (failure (message "translate: %s" (alist-get 'message failure)))
          (take (funcall take (alist-get 'text answer))))))

(defun translate--filter (process output)
  "Take the lines of PROCESS that OUTPUT completes."
  (let ((lines (split-string (concat (process-get process 'rest) output) "\n")))
    (while (cdr lines)
      (translate--take-line (pop lines)))
    (process-put process 'rest (car lines))))

(defun translate--sentinel (process _event)
  "Nothing is waited for any more when PROCESS has ended."
  (unless (process-live-p process)
    (unless (zerop (hash-table-count translate--asked))
      (message "translate: the program has ended"))
    (clrhash translate--asked)))

(defun translate--start ()
  "The program, which is started if it does not run."
  (unless (process-live-p translate--process)
    (setq translate--process
          (make-process :name "translate" :command translate-program
                        :coding 'utf-8-unix :connection-type 'pipe :noquery t
                        :stderr (get-buffer-create " *translate errors*")
                        :filter #'translate--filter
                        :sentinel #'translate--sentinel)))
  translate--process)

(defun translate--ask (text take)
  "Have TEXT translated, and call TAKE with the translation."
  (let ((process (translate--start))
        (number (setq translate--number (1+ translate--number))))
    (puthash number take translate--asked)
    (process-send-string
     process
     (concat (decode-coding-string
              (json-serialize `((id . ,number) (text . ,text) (source . ,translate-source)
                                (target . ,translate-target)))
              'utf-8)
             "\n"))))

(defun translate--show (text)
  "Show TEXT in another window."
  (with-current-buffer (get-buffer-create "*translation*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (view-mode 1)
    (display-buffer (current-buffer))))

;;;###autoload
(defun translate-region (begin end &optional show)
  "Replace the text from BEGIN to END by its translation.
With SHOW, a prefix argument, show it in another window.  Text
that is edited meanwhile is not replaced."
  (interactive "r\nP")
  (let ((text (buffer-substring-no-properties begin end))
        (buffer (current-buffer))
        (from (copy-marker begin))
        (to (copy-marker end t)))
    (translate--ask
     text
     (lambda (translation)
       (cond (show (translate--show translation))
             ((not (buffer-live-p buffer)))
             ((not (equal text (with-current-buffer buffer
                                 (buffer-substring-no-properties from to))))
              (message "translate: the text was changed before its translation came"))
             (t (with-current-buffer buffer
                  (save-excursion
                    (goto-char from)
                    (insert translation)
                    (delete-region (point) to)))))))))

;;;###autoload
(defun translate-buffer (&optional show)
  "Replace the buffer's text by its translation, or SHOW it in another window."
  (interactive "P")
  (translate-region (point-min) (point-max) show))

(defun translate-stop ()
  "End the program."
  (interactive)
  (when (process-live-p translate--process)
    (process-send-eof translate--process)))

(provide 'translate)
;;; translate.el ends here
